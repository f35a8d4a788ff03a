// The least that reading a folder of YAML files can cost: each file is read, and libyaml's events are taken and dropped.
//
//   events FOLDER
//
// Prints the numbers of files and events. A file that cannot be read or parsed ends it with status 1.
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <yaml.h>

static unsigned char *buffer = NULL;
static size_t capacity = 0;

static ssize_t read_file(int folder, const char *name) {
  int file = openat(folder, name, O_RDONLY | O_CLOEXEC);
  if (file < 0) return -1;
  struct stat status;
  if (fstat(file, &status) < 0) {
    close(file);
    return -1;
  }
  size_t needed = (size_t)status.st_size + 1;
  if (needed > capacity) {
    unsigned char *larger = realloc(buffer, needed);
    if (larger == NULL) {
      close(file);
      return -1;
    }
    buffer = larger;
    capacity = needed;
  }
  size_t length = 0;
  for (;;) {
    ssize_t count = read(file, buffer + length, capacity - length);
    if (count < 0) {
      close(file);
      return -1;
    }
    if (count == 0) break;
    length += (size_t)count;
    if (length == capacity) break;
  }
  close(file);
  return (ssize_t)length;
}

static long count_events(size_t length) {
  yaml_parser_t parser;
  if (!yaml_parser_initialize(&parser)) return -1;
  yaml_parser_set_input_string(&parser, buffer, length);
  long events = 0;
  for (int ended = 0; !ended; events++) {
    yaml_event_t event;
    if (!yaml_parser_parse(&parser, &event)) {
      yaml_parser_delete(&parser);
      return -1;
    }
    ended = event.type == YAML_STREAM_END_EVENT;
    yaml_event_delete(&event);
  }
  yaml_parser_delete(&parser);
  return events;
}

int main(int count, char **arguments) {
  if (count != 2) {
    fprintf(stderr, "usage: events FOLDER\n");
    return 2;
  }
  DIR *folder = opendir(arguments[1]);
  if (folder == NULL) {
    perror(arguments[1]);
    return 1;
  }
  long files = 0, events = 0;
  struct dirent *entry;
  while ((entry = readdir(folder)) != NULL) {
    size_t length = strlen(entry->d_name);
    if (length < 5 || strcmp(entry->d_name + length - 5, ".yaml") != 0) continue;
    ssize_t size = read_file(dirfd(folder), entry->d_name);
    long found = size < 0 ? -1 : count_events((size_t)size);
    if (found < 0) {
      fprintf(stderr, "events: %s cannot be read or parsed\n", entry->d_name);
      return 1;
    }
    files++;
    events += found;
  }
  closedir(folder);
  printf("%ld files, %ld events\n", files, events);
  return 0;
}
