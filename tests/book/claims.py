#!/usr/bin/python3
"""The equations of the sources, transcribed by hand as claims of the models: TAP, one case per
claim and per pair of methods.

    claims.py SECTION        a section of the table below, or 'false'

'false' takes tests/book/false, where each claim differs in one place from a true one and was found
false by tests/reference: the command must refute every one of them.
"""
import glob
import json
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
PROGRAM = os.environ.get('VISVIVA', os.path.join(ROOT, 'build', 'visviva'))

# section -> (catalogue id, model)
SECTIONS = {
    'appell_441_453': [
        ('E-TWOBARS', 'book/twobars'), ('E-EULER', 'book/euler'), ('E-INSECT', 'book/insect'),
        ('E-SCISSORS', 'book/scissors'), ('E-SLIDEREV', 'book/sliderev'),
        ('E-SUSPREV', 'book/susprev'), ('E-BIFILAR', 'book/bifilar'),
        ('E-QUARTIC', 'book/quartic'), ('E-EQUALROOTS', 'book/equalroots'),
        ('E-BARSTRING', 'book/barstring'), ('E-FORCED', 'book/forced'),
        ('E-CENTRAL', 'book/central')],
    'appell_454_461': [
        ('E-ROTPLANE', 'book/rotplane'), ('E-ROTPLANE-AXES', 'book/rotplane_axes'),
        ('E-EARTHGYRO', 'book/earthgyro'), ('E-COMPASS', 'book/compass'),
        ('E-BAROGYRO', 'book/barogyro'), ('M-REL-EARTH', 'book/foucault')],
    'appell_462_470': [
        ('E-SPHEREPLANE', 'book/sphereplane'), ('E-HOOP', 'book/hoop'),
        ('E-POLAR-S', 'book/polar_s'), ('E-POLAR-LAMBDA', 'book/polar_lambda'),
        ('E-SOLIDFIX-S', 'book/solidfix'), ('E-REVFIX-S', 'book/revfix'),
        ('E-TWOSYSTEMS first', 'book/twosystems_first'),
        ('E-TWOSYSTEMS second', 'book/twosystems_second'),
        ('E-SERVOPLATE by contact', 'book/servoplate_contact'),
        ('E-SERVODISC', 'book/servodisc'), ('E-SERVOPLATE', 'book/servoplate'),
        ('E-SERVOSPHERE', 'book/servosphere'), ('N-SHIP upright', 'book/ship_upright'),
        ('N-SHIP heel', 'book/ship_heel'), ('N-SHIP heel by contact', 'book/ship_heel_contact'),
        ('N-SHIP damped', 'book/ship_damped'), ('N-MOTOR', 'book/motor'),
        ('N-CYCLIST', 'book/cyclist'), ('N-SPERRY', 'book/sperry'),
        ('N-ANSCHUTZ', 'book/anschutz')],
    'tzenoff': [
        ('E-TZ-REVTURN', 'book/tz_revturn'), ('E-TZ-REVFIX', 'book/tz_revfix'),
        ('E-TZ-TURNTABLE', 'book/tz_turntable')],
    'rolling_motions': [
        ('E-REVROLL', 'book/revroll'), ('E-CARVALLO', 'book/carvallo')],
    'mechanisms': [
        ('chain', 'chain'), ('double pendulum', 'double_pendulum'),
        ('Cartesian pendulum', 'pendulum_cartesian'), ('rolling disc', 'rolling_disc'),
        ('hoop with units', 'rolling_hoop'),
        ('carriage', 'kane_carriage'), ('sleigh', 'chaplygin_sleigh'),
        ('upright disc', 'vertical_disc'), ('nonholonomic particle', 'nonholonomic_particle'),
        ('top', 'top'), ('bead', 'bead_on_hoop'), ('spring pendulum', 'spring_pendulum'),
        ('four-bar linkage', 'fourbar'), ('nonlinear constraint', 'nonlinear'),
        ('cars and a spring', 'twocars'),
        ('bicycle', 'bicycle')],
}

# motion relative to a frame is compared with all other methods too (M-REL-ABS, -FICT, -GILBERT, -EARTH)
RELATIVE_TO = {'rotplane': 'plane', 'rotplane_axes': 'plane', 'earthgyro': 'earth', 'compass': 'earth',
               'barogyro': 'earth', 'foucault': 'lab', 'tz_revturn': 'table', 'tz_turntable': 'table'}


class Tap:
    def __init__(self):
        self.count = self.failed = 0

    def case(self, good, title, remark=''):
        self.count += 1
        self.failed += not good
        print('%s %d - %s' % ('ok' if good else 'not ok', self.count, title.replace('#', '')))
        if not good and remark:
            print('# ' + ' '.join(remark.split()))


def proved(path):
    """(exit status, [(what, verdict, proof)], what was said on stderr)"""
    command = [PROGRAM, 'prove', path, '--format', 'json']
    frame = RELATIVE_TO.get(os.path.basename(path)[:-3])
    if frame:
        command += ['--relative-to', frame]
    run = subprocess.run(command, stdout=subprocess.PIPE,
                         stderr=subprocess.PIPE, timeout=250)
    said = run.stderr.decode('utf-8', 'replace')
    try:
        record = json.loads(run.stdout)
    except ValueError:
        return run.returncode, [], said
    rows = []
    for part, name in (('agreement', 'pair'), ('claims', 'claim')):
        for row in record.get(part, {}).get(name, []):
            if row.get('verdict'):
                rows.append((row['what'], row['verdict'], row.get('proof', '')))
    return run.returncode, rows, said


def stated(path):
    with open(path, encoding='utf-8') as f:
        return sum(line.startswith('claim ') for line in f)


def check(tap, title, path):
    status, rows, said = proved(path)
    for what, verdict, proof in rows:
        if verdict == 'does not apply':
            continue
        tap.case(verdict == 'proved', '%s: %s' % (title, what), verdict + ' ' + proof)
    frame = RELATIVE_TO.get(os.path.basename(path)[:-3])
    if frame:
        pairs = {name for what, _, _ in rows if ' = ' in what and not what.startswith('claim')
                 for name in what.split(' = ')}
        wanted = {'absolute', 'fictitious', 'gilbert'} | ({'earth'} if frame in ('earth', 'lab') else set())
        tap.case(wanted <= pairs, '%s: relative to %s by %s' % (title, frame, ', '.join(sorted(wanted))))
    seen = sum(what.startswith('claim') for what, _, _ in rows)
    wanted = stated(path)
    tap.case(seen == wanted and status == 0, '%s: %d claims, status 0' % (title, wanted),
             '%d claims answered, status %d, %s' % (seen, status, said[-300:]))


def main(argv):
    if len(argv) != 2 or argv[1] not in list(SECTIONS) + ['false']:
        sys.stderr.write(__doc__)
        return 2
    tap = Tap()
    if argv[1] == 'false':
        for path in sorted(glob.glob(os.path.join(ROOT, 'tests', 'book', 'false', '*.vv'))):
            check(tap, os.path.basename(path)[:-3], path)
    else:
        for title, model in SECTIONS[argv[1]]:
            check(tap, title, os.path.join(ROOT, 'models', model + '.vv'))
    print('1..%d' % tap.count)
    return 1 if tap.failed else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv))
