"""A plot as SVG, readable on a light and on a dark page, without any library."""

import math
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 980, 420
STYLE = """
  text { font: 13px system-ui, "DejaVu Sans", sans-serif; fill: #57606a }
  .title { font-size: 15px; font-weight: 600; fill: #1f2328 }
  .name { font-weight: 600 }
  .grid { stroke: #d0d7de; stroke-width: 1 }
  .axis { stroke: #8c959f; stroke-width: 1 }
  .line { fill: none; stroke-width: 2 }
  .c0 { stroke: #0969da; fill: #0969da } .c1 { stroke: #bc4c00; fill: #bc4c00 } .c2 { stroke: #8250df; fill: #8250df }
  tspan[class] { stroke: none }
  @media (prefers-color-scheme: dark) {
    text { fill: #9da7b1 }
    .title { fill: #e6edf3 }
    .grid { stroke: #30363d }
    .axis { stroke: #6e7681 }
    .c0 { stroke: #58a6ff; fill: #58a6ff } .c1 { stroke: #f0883e; fill: #f0883e } .c2 { stroke: #bc8cff; fill: #bc8cff }
  }
"""


class Series:
    """Points that were measured, in milliseconds by number, and the straight line that comes nearest to them."""

    def __init__(self, name, points):
        self.name, self.points = name, sorted(points.items())
        # Each point counts by its relative distance, or the largest would decide alone.
        weights = [1 / (time * time) for _, time in self.points]
        total = sum(weights)
        middle = sum(weight * n for weight, (n, _) in zip(weights, self.points)) / total
        mean = sum(weight * time for weight, (_, time) in zip(weights, self.points)) / total
        spread = sum(weight * (n - middle) ** 2 for weight, (n, _) in zip(weights, self.points))
        self.slope = sum(
            weight * (n - middle) * (time - mean) for weight, (n, time) in zip(weights, self.points)) / spread
        self.start = mean - self.slope * middle

    def line(self, n):
        return self.start + self.slope * n

    @property
    def furthest(self):
        """How far the worst point is off the straight line, relatively."""
        return max(abs(time / self.line(n) - 1) for n, time in self.points)


def milliseconds(time):
    return f"{time / 1000:g} s" if time >= 1000 else f"{time:g} ms"


def rounded(time):
    return f"{time / 1000:.1f} s" if time >= 1000 else f"{time:.0f} ms" if time >= 10 else f"{time:.1f} ms"


class Panel:
    """Both axes are logarithmic, so that one element and ten thousand are seen in one picture."""

    def __init__(self, title, axis, series, left):
        self.title, self.axis, self.series = title, axis, series
        self.left, self.right, self.top, self.bottom = left + 62, left + 335, 72, HEIGHT - 58
        numbers = [n for one in series for n, _ in one.points]
        times = [time for one in series for _, time in one.points]
        self.numbers = (math.log10(min(numbers)), math.log10(max(numbers)))
        self.times = (math.floor(math.log10(min(times))), math.ceil(math.log10(max(times))))

    def x(self, n):
        low, high = self.numbers
        return self.left + (math.log10(n) - low) / (high - low) * (self.right - self.left)

    def y(self, time):
        low, high = self.times
        return self.bottom - (math.log10(time) - low) / (high - low) * (self.bottom - self.top)

    def draw(self):
        yield f'<text class="title" x="{self.left}" y="28">{escape(self.title)}</text>'
        yield f'<text x="{self.left}" y="50">time of one call</text>'
        for power in range(self.times[0], self.times[1] + 1):
            y = self.y(10 ** power)
            yield f'<line class="grid" x1="{self.left}" y1="{y:.1f}" x2="{self.right}" y2="{y:.1f}"/>'
            yield f'<text x="{self.left - 8}" y="{y + 4:.1f}" text-anchor="end">{milliseconds(10 ** power)}</text>'
        for power in range(math.ceil(self.numbers[0]), math.floor(self.numbers[1]) + 1):
            x = self.x(10 ** power)
            yield f'<line class="axis" x1="{x:.1f}" y1="{self.bottom}" x2="{x:.1f}" y2="{self.bottom + 5}"/>'
            yield f'<text x="{x:.1f}" y="{self.bottom + 20}" text-anchor="middle">{10 ** power:,}</text>'
        yield f'<line class="axis" x1="{self.left}" y1="{self.bottom}" x2="{self.right}" y2="{self.bottom}"/>'
        middle = (self.left + self.right) / 2
        yield f'<text x="{middle}" y="{self.bottom + 42}" text-anchor="middle">{escape(self.axis)}</text>'
        heights = self.heights()
        for index, one in enumerate(self.series):
            low, high = self.numbers
            steps = [10 ** (low + (high - low) * step / 60) for step in range(61)]
            path = " ".join(f"{self.x(n):.1f},{self.y(max(one.line(n), 10 ** self.times[0])):.1f}" for n in steps)
            yield f'<polyline class="line c{index}" style="fill: none" points="{path}"/>'
            for n, time in one.points:
                yield f'<circle class="c{index}" cx="{self.x(n):.1f}" cy="{self.y(time):.1f}" r="3"/>'
            yield (f'<text x="{self.right + 10}" y="{heights[index] + 4:.1f}"><tspan class="name c{index}">'
                   f'{escape(one.name)}</tspan> {rounded(one.points[-1][1])}</text>')

    def heights(self):
        """Where the names of the lines stand: beside their ends, and not one on another."""
        ends = sorted((self.y(one.points[-1][1]), index) for index, one in enumerate(self.series))
        heights, last = {}, -math.inf
        for y, index in ends:
            last = heights[index] = max(y, last + 17)
        return heights


def write(path, panels, caption):
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        'role="img">', f"<title>{escape(caption)}</title>", f"<style>{STYLE}</style>"]
    for index, (title, axis, series) in enumerate(panels):
        parts += Panel(title, axis, series, index * WIDTH / len(panels)).draw()
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(parts) + "\n</svg>\n")
