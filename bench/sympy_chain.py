#!/usr/bin/python3
"""models/chain.vv in SymPy: n point masses on massless links, Kane's method, no simplification.

    sympy_chain.py N [STATES.json | -]

Accelerations are those of θ[1] .. θ[N].
"""
import sys

from sympy import Matrix, symbols
from sympy.physics.mechanics import KanesMethod, Particle, Point, ReferenceFrame, dynamicsymbols

from sympy_common import best, evaluate, numbers, report, states_from


def derive(n):
    m, l, g = symbols('m l g')
    θ = dynamicsymbols('θ1:%d' % (n + 1))
    u = dynamicsymbols('u1:%d' % (n + 1))
    dθ = dynamicsymbols('θ1:%d' % (n + 1), 1)
    world = ReferenceFrame('world')
    joint = Point('O')
    joint.set_vel(world, 0)
    particles, loads = [], []
    for k in range(n):
        link = world.orientnew('L%d' % k, 'Axis', (-θ[k], world.y))
        link.set_ang_vel(world, -u[k]*world.y)
        end = joint.locatenew('P%d' % k, -l*link.z)
        end.v2pt_theory(joint, world, link)
        particles.append(Particle('p%d' % k, end, m))
        loads.append((end, -m*g*world.z))
        joint = end
    kane = KanesMethod(world, q_ind=list(θ), u_ind=list(u), kd_eqs=[a - b for a, b in zip(dθ, u)])
    kane.kanes_equations(particles, loads)
    names = dict(m=m, l=l, g=g)
    for k in range(n):
        names['θ[%d]' % (k + 1)] = θ[k]
        names['θ[%d]\'' % (k + 1)] = u[k]

    def value(state):
        v = numbers(state, 'parameters', 'coordinates')
        v.update({a + "'": float(x) for a, x in state['rates'].items()})
        return v
    return {'symbols': names, 'mass': kane.mass_matrix, 'forcing': Matrix(kane.forcing),
            'unknowns': ['θ[%d]' % (k + 1) for k in range(n)], 'value': value}


if __name__ == '__main__':
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    RUNS = 3 if n <= 10 else 1
    seconds, system = best(lambda: derive(n), RUNS)
    states = states_from(sys.argv[2] if len(sys.argv) > 2 else None)
    report('chain %d' % n, seconds, RUNS, evaluate(system, states))
