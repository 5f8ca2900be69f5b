"""TAP for scripts: ok(passed, title, remark), then done()."""
import sys

count = failed = 0


def ok(passed, title, remark=""):
    global count, failed
    count += 1
    failed += not passed
    print(f"{'' if passed else 'not '}ok {count} - {title}")
    if not passed:
        print("".join("#   " + line + "\n" for line in str(remark).splitlines()[:20]), end="")
    sys.stdout.flush()


def done():
    print(f"1..{count}")
    sys.exit(failed > 0)
