"""Benchmark motions of ./do bench: models, durations, initial conditions. For bench/peers and bench/precision."""


def hoop(r):
    return (f"θ = {r.uniform(0.9, 1.4):.6f}, φ' = {r.uniform(-6.5, -5.5):.6f}, "
            f"ψ' = {r.uniform(-0.3, 0.3):.6f}")


def pendulum(r):
    return f"θ1 = {r.uniform(-0.6, 0.6):.6f}, θ2 = {r.uniform(-0.6, 0.6):.6f}"


def chain(r):
    return ", ".join(f"θ[{i}] = {r.uniform(-0.3, 0.3):.6f}" for i in range(1, 11))


# name: model, form, duration, random initial conditions (None: only those of the model),
# fixed ones (None: the model's)
MOTIONS = {
    "hoop": ("models/rolling_hoop.vv", "minimal", 100, hoop, "θ = 1.2, φ' = -6, ψ' = 0.2"),
    "double pendulum": ("models/double_pendulum.vv", "minimal", 100, pendulum, "θ1 = 0.6, θ2 = -0.3"),
    "chain of 10": ("models/chain.vv", "minimal", 10, chain, ", ".join(f"θ[{i}] = 0.3" for i in range(1, 11))),
    "Cartesian double pendulum": ("bench/cartesian_double_pendulum.vv", "multipliers", 10, None, None),
    "hoop with multipliers": ("models/rolling_hoop.vv", "multipliers", 10, hoop, "θ = 1.2, φ' = -6, ψ' = 0.2"),
    # up to the first singular configuration, which no peer can cross
    "four-bar windows to 0.7": ("models/reference/fourbar_windows.vv", "multipliers", 0.7, None, None),
    "squeezing mechanism": ("models/reference/squeezing_mechanism.vv", "multipliers", 0.03, None, None),
    "bicycle": ("models/bicycle.vv", "multipliers", 5, None, None),
}


def starts(name, generator, states):
    """The fixed initial conditions, then random ones; None means those of the model."""
    start, fixed = MOTIONS[name][3:]
    return [fixed] + [start(generator) for _ in range(states if start else 0)]
