#!/usr/bin/python3
"""models/book/hoop.vv in SymPy: Kane's method with Appell's p, q, r, no simplification.

    sympy_hoop.py [STATES.json | -]

The velocity of the centre is written directly from the contact, so that there are no dependent speeds:
the fastest way we found in SymPy.  Accelerations are p', q', r'.
"""
import sys

from sympy import Matrix, symbols, sin, tan
from sympy.physics.mechanics import (KanesMethod, Point, ReferenceFrame, RigidBody,
                                     dynamicsymbols, inertia)

from sympy_common import best, evaluate, numbers, report, states_from


def derive():
    ψ, θ, φ, p, q, r = dynamicsymbols('ψ θ φ p q r')
    dψ, dθ, dφ = dynamicsymbols('ψ θ φ', 1)
    A, C, a, g = symbols('A C a g')
    world = ReferenceFrame('world')
    yaw = world.orientnew('yaw', 'Axis', (ψ, world.z))
    tri = yaw.orientnew('tri', 'Axis', (θ, yaw.x))
    hoop = tri.orientnew('hoop', 'Axis', (φ, tri.z))
    rates = [dψ - q/sin(θ), dθ - p, dφ - (r - q/tan(θ))]
    hoop.set_ang_vel(world, p*tri.x + q*tri.y + r*tri.z)
    tri.set_ang_vel(world, p*tri.x + q*tri.y + q/tan(θ)*tri.z)
    contact = Point('contact')
    contact.set_vel(world, 0)
    centre = contact.locatenew('centre', a*tri.y)
    centre.v2pt_theory(contact, world, hoop)
    body = RigidBody('hoop', centre, hoop, 1, (inertia(tri, A, A, C), centre))
    kane = KanesMethod(world, q_ind=[ψ, θ, φ], u_ind=[p, q, r], kd_eqs=rates)
    kane.kanes_equations([body], [(centre, -g*world.z)])
    names = dict(ψ=ψ, θ=θ, φ=φ, p=p, q=q, r=r, A=A, C=C, a=a, g=g)
    return {'symbols': names, 'mass': kane.mass_matrix, 'forcing': Matrix(kane.forcing),
            'unknowns': ['p', 'q', 'r'], 'value': value}


def value(state):
    from math import cos as c, sin as s
    v = numbers(state, 'parameters', 'coordinates')
    w = numbers(state, 'rates')
    v.update(p=w['θ'], q=w['ψ']*s(v['θ']), r=w['ψ']*c(v['θ']) + w['φ'])
    return v


if __name__ == '__main__':
    RUNS = 5
    seconds, system = best(derive, RUNS)
    states = states_from(sys.argv[1] if len(sys.argv) > 1 else None)
    report('hoop', seconds, RUNS, evaluate(system, states))
