"""TAP for scripts: ok(passed, title, remarks that are printed when it failed), then done()."""
import sys

from plain_start import plain_start

MOST_LINES = 40  # of a remark
count = failed = 0
plain_start()  # whoever counts cases here runs the command too


def ok(passed, title, *remarks):
    global count, failed
    count += 1
    failed += not passed
    print(f"{'' if passed else 'not '}ok {count} - {title}")
    for remark in () if passed else remarks:
        print("".join(f"#   {line}\n" for line in str(remark).splitlines()[:MOST_LINES]), end="")
    sys.stdout.flush()


def skip(title, why):
    ok(True, f"{title} # SKIP {why}")


def done():
    print(f"1..{count}")
    sys.exit(failed > 0)
