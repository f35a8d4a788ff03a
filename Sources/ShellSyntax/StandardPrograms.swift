/// Programs that a script may take for granted: the utilities of POSIX.1-2017 that are no development tools, and what
/// Debian marks as essential and other distributions install as well.
public enum StandardPrograms {
  /// Whether every machine with a shell has the program.
  public static func contains(_ name: String) -> Bool { names.entry(named: Array(name.utf8)[...]) != nil }

  private static let names = ProgramNames([posix, coreutils, others])

  private static let posix = """
    awk basename cat chgrp chmod chown cksum cmp comm cp csplit cut date dd df diff dirname du env expand expr \
    false file find fold getconf getopts grep head iconv id join kill link ln locale logname ls mkdir mkfifo more mv \
    nice nl nohup od paste pathchk pr printf ps pwd rm rmdir sed sh sleep sort split stty tabs tail \
    tee test time touch tput tr true tsort tty umask uname unexpand uniq unlink wait wc who write xargs [
    """

  private static let coreutils = """
    arch b2sum base32 base64 basenc chroot dircolors factor fmt groups hostid install md5sum mktemp nproc numfmt \
    pinky printenv ptx readlink realpath runcon seq sha1sum sha224sum sha256sum sha384sum sha512sum shred shuf stat stdbuf \
    sum sync tac timeout truncate users vdir whoami yes dir mknod
    """

  private static let others = """
    bash dash egrep fgrep zgrep gzip gunzip zcat tar perl hostname which mountpoint setsid flock getopt logger clear \
    tempfile run-parts pidof ionice renice nsenter unshare rev column look more su mount umount findmnt lsblk dmesg \
    sdiff diff3
    """
}
