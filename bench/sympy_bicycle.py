#!/usr/bin/python3
"""models/bicycle.vv in SymPy: the Whipple bicycle by Kane's method, no simplification.

    sympy_bicycle.py [STATES.json | -]

Same axes, coordinates and parameters as the model file.  The rolling of the rear wheel is built in
(its hub velocity is written from the contact), that of the front wheel is three constraints on the
speeds: yaw', lean', pitch', rear', steer', front', of which lean', steer', rear' are independent.
Accelerations are those of these six angles.

Kept because they make SymPy faster: cos λ and sin λ as plain symbols, the front frame along the steer
axis with its data rotated by hand, the slip taken along that frame.
"""
import math
import sys

from sympy import Matrix, cos, sin, sqrt, symbols
from sympy.physics.mechanics import (KanesMethod, Point, ReferenceFrame, RigidBody, dot,
                                     dynamicsymbols, inertia)

from sympy_common import best, evaluate, numbers, report, states_from

PARAMETERS = ('w c λ g rR mR IRxx IRyy xB zB mB IBxx IByy IBzz IBxz '
              'xH zH mH IHxx IHyy IHzz IHxz rF mF IFxx IFyy')
INDEPENDENT = ['lean', 'steer', 'rear']
DEPENDENT = ['yaw', 'pitch', 'front']


def derive():
    s = dict(zip(PARAMETERS.split(), symbols(PARAMETERS)))
    angle = ['yaw', 'lean', 'pitch', 'steer']
    q = dict(zip(angle, dynamicsymbols(' '.join(angle))))
    dq = dict(zip(angle, dynamicsymbols(' '.join(angle), 1)))
    u = {n: dynamicsymbols('u_' + n) for n in INDEPENDENT + DEPENDENT}
    world = ReferenceFrame('world')
    heading = world.orientnew('heading', 'Axis', (q['yaw'], world.z))
    Y = heading.orientnew('Y', 'Axis', (q['lean'], heading.x))
    B = Y.orientnew('B', 'Axis', (q['pitch'], Y.y))
    cl, sl = symbols('cl sl')                       # of the tilt λ
    tilted = ReferenceFrame('tilted')
    tilted.orient_explicit(B, Matrix([[cl, 0, sl], [0, 1, 0], [-sl, 0, cl]]))
    tilted.set_ang_vel(B, 0)
    H = tilted.orientnew('H', 'Axis', (q['steer'], tilted.z))
    hx, hz = cl*H.x + sl*H.z, cl*H.z - sl*H.x       # the model's H.x and H.z
    R, F = ReferenceFrame('R'), ReferenceFrame('F')

    # rotations in the speeds; the wheel angles do not enter
    Y.set_ang_vel(world, u['yaw']*(cos(q['lean'])*Y.z + sin(q['lean'])*Y.y) + u['lean']*Y.x)
    B.set_ang_vel(Y, u['pitch']*Y.y)
    B.set_ang_vel(world, Y.ang_vel_in(world) + u['pitch']*Y.y)
    H.set_ang_vel(world, B.ang_vel_in(world) + u['steer']*tilted.z)
    R.set_ang_vel(world, Y.ang_vel_in(world) + u['rear']*Y.y)
    F.set_ang_vel(world, H.ang_vel_in(world) + u['front']*H.y)

    # points, from the rear contact forward
    contact = Point('P')
    contact.set_vel(world, 0)
    CR = contact.locatenew('CR', -s['rR']*Y.z)
    CR.v2pt_theory(contact, world, R)
    K = CR.locatenew('K', (s['w'] + s['c'])*B.x + s['rR']*B.z)
    K.v2pt_theory(CR, world, B)
    GB = CR.locatenew('GB', s['xB']*B.x + (s['zB'] + s['rR'])*B.z)
    GB.v2pt_theory(CR, world, B)
    GH = K.locatenew('GH', (s['xH'] - s['w'] - s['c'])*hx + s['zH']*hz)
    GH.v2pt_theory(K, world, H)
    CF = K.locatenew('CF', -s['c']*hx - s['rF']*hz)
    CF.v2pt_theory(K, world, H)
    down = [dot(world.z, axis) for axis in H]
    length = sqrt(down[0]**2 + down[2]**2)
    PF = CF.locatenew('PF', s['rF']*(down[0]/length*H.x + down[2]/length*H.z))
    touch = PF.pos_from(CF)
    slip = CF.vel(world) + F.ang_vel_in(world).cross(touch)
    height = dot(PF.pos_from(contact), world.z)

    Ixx, Izz, Ixz = s['IHxx'], s['IHzz'], s['IHxz']
    bodies = [
        RigidBody('R', CR, R, s['mR'], (inertia(Y, s['IRxx'], s['IRyy'], s['IRxx']), CR)),
        RigidBody('B', GB, B, s['mB'],
                  (inertia(B, s['IBxx'], s['IByy'], s['IBzz'], 0, 0, s['IBxz']), GB)),
        RigidBody('H', GH, H, s['mH'],
                  (inertia(H, cl**2*Ixx - 2*sl*cl*Ixz + sl**2*Izz, s['IHyy'],
                           sl**2*Ixx + 2*sl*cl*Ixz + cl**2*Izz, 0, 0,
                           (cl**2 - sl**2)*Ixz + sl*cl*(Ixx - Izz)), GH)),
        RigidBody('F', CF, F, s['mF'], (inertia(H, s['IFxx'], s['IFyy'], s['IFxx']), CF))]
    loads = [(b.masscenter, b.mass*s['g']*world.z) for b in bodies]
    kane = KanesMethod(world, q_ind=[q['yaw'], q['lean'], q['steer']], q_dependent=[q['pitch']],
                       configuration_constraints=[height],
                       u_ind=[u[n] for n in INDEPENDENT],
                       u_dependent=[u[n] for n in DEPENDENT],
                       velocity_constraints=[slip.dot(axis) for axis in H],
                       kd_eqs=[dq[n] - u[n] for n in angle])
    kane.kanes_equations(bodies, loads)
    names = dict(s)
    names['cl'], names['sl'] = cl, sl
    names.update(q)
    names.update({n + "'": u[n] for n in u})
    return {'symbols': names, 'mass': kane.mass_matrix, 'forcing': Matrix(kane.forcing),
            'unknowns': INDEPENDENT + DEPENDENT, 'value': value}


def value(state):
    v = numbers(state, 'parameters', 'coordinates')
    v['cl'], v['sl'] = math.cos(v['λ']), math.sin(v['λ'])
    v.update({a + "'": float(x) for a, x in state['rates'].items()})
    return v


if __name__ == '__main__':
    RUNS = 1
    seconds, system = best(derive, RUNS)
    states = states_from(sys.argv[1] if len(sys.argv) > 1 else None)
    report('bicycle', seconds, RUNS, evaluate(system, states))
