#include "base/team.hpp"

#include "base/helper_threads.hpp"

namespace halfspace {
namespace {

/// Waits a little without sleeping: calls follow each other closely, and waking up takes longer than most of them.
template <class F>
void look_for(F there) {
  constexpr int looks = 200;  // about 100 us
  for (int k = 0; k < looks && !there(); ++k) std::this_thread::yield();
}

}  // namespace

Team::Team(unsigned threads) : helpers_(helper_threads(threads > 1 ? threads - 1 : 0, [this] { attend(); })) {}

Team::~Team() {
  {
    const std::scoped_lock lock(lock_);
    over_ = true;
  }
  begun_.notify_all();
}

void Team::run(std::size_t count, const std::function<void(std::size_t)>& work) {
  Items items(count, work);
  const bool alone = helpers_.empty() || count < 2;
  if (!alone) {
    {
      const std::scoped_lock lock(lock_);
      items_ = &items;
      ++calls_;
    }
    begun_.notify_all();
  }
  items.run();
  if (!alone) {
    std::unique_lock lock(lock_);
    items_ = nullptr;  // who has not begun need not
    lock.unlock();
    look_for([&] { return at_work_ == 0; });
    lock.lock();
    done_.wait(lock, [&] { return at_work_ == 0; });
  }
  items.rethrow();
}

void Team::attend() {
  std::uint64_t attended = 0;
  for (;;) {
    look_for([&] { return over_ || calls_ != attended; });
    std::unique_lock lock(lock_);
    begun_.wait(lock, [&] { return over_ || calls_ != attended; });
    if (over_) return;
    attended = calls_;
    if (items_ == nullptr) continue;
    Items& items = *items_;
    ++at_work_;
    lock.unlock();
    items.run();
    lock.lock();
    if (--at_work_ == 0) done_.notify_one();
  }
}

}  // namespace halfspace
