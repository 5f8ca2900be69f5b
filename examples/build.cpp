// A pendulum of n members, built statement by statement in C++11; handles free themselves.
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>

#include <visviva/visviva.h>

namespace {

struct Free {
    void operator()(vv_builder *b) const { vv_builder_free(b); }
    void operator()(vv_mechanism *m) const { vv_mechanism_free(m); }
    void operator()(char *text) const { vv_release(text); }
};
template <class T> using handle = std::unique_ptr<T, Free>;

void check(vv_status s) {
    char *text = nullptr;
    if (s == VV_OK) return;
    vv_diags_write(vv_error(), "text", &text);
    handle<char> own(text);
    throw std::runtime_error(text ? text : "no memory");
}

handle<vv_mechanism> pendulum(int n) {
    handle<vv_builder> b(vv_builder_new("A pendulum of several members"));
    auto add = [&](const std::string &s) { check(vv_builder_add(b.get(), s.c_str(), "build.cpp")); };
    check(vv_builder_parameter(b.get(), "m", 0.2, "kg"));
    check(vv_builder_parameter(b.get(), "l", 0.5, "m"));
    check(vv_builder_parameter(b.get(), "g", 9.81, "m/s^2"));
    std::string at = "0*world.x";
    for (int i = 1; i <= n; i++) {
        const std::string k = std::to_string(i);
        add("coordinate a" + k + " [rad]");
        at += " + l*(sin(a" + k + ")*world.x - cos(a" + k + ")*world.z)";
        add("mass m at " + at);
    }
    add("gravity -g*world.z");
    vv_mechanism *m = nullptr;
    check(vv_builder_finish(b.get(), nullptr, &m));
    return handle<vv_mechanism>(m);
}

} // namespace

int main() try {
    const handle<vv_mechanism> m = pendulum(3);
    std::printf("%d degrees of freedom\n%s", vv_mechanism_freedom(m.get()),
                vv_mechanism_text(m.get()));
    return 0;
} catch (const std::exception &e) {
    std::fputs(e.what(), stderr);
    return 1;
}
