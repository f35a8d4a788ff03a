/// A moment as year, month, day and time of day in UTC, in the Gregorian calendar.
struct CivilTime: Equatable {
  var year: Int
  /// From 1.
  var month: Int
  var day: Int
  var hour: Int
  var minute: Int
  var second: Int

  /// Counts from 1 March: the leap day is then the last of its year. An era has 400 years.
  private static let daysPerEra = 146_097
  /// From 0000-03-01 to 1970-01-01.
  private static let epoch = 719_468

  /// - Parameter seconds: Since 1970.
  init(seconds: Int) {
    var days = seconds / 86400
    var rest = seconds % 86400
    if rest < 0 {
      rest += 86400
      days -= 1
    }
    (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60)
    days += CivilTime.epoch
    let era = (days >= 0 ? days : days - CivilTime.daysPerEra + 1) / CivilTime.daysPerEra
    let dayOfEra = days - era * CivilTime.daysPerEra
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shifted + 2) / 5 + 1
    month = shifted < 10 ? shifted + 3 : shifted - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  init(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
    (self.year, self.month, self.day) = (year, month, day)
    (self.hour, self.minute, self.second) = (hour, minute, second)
  }

  /// Seconds since 1970.
  var seconds: Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    let days = era * CivilTime.daysPerEra + dayOfEra - CivilTime.epoch
    return days * 86400 + hour * 3600 + minute * 60 + second
  }
}
