// What the page of a sitter loads when somebody uses it. All of it is wanted at the same time, so it is one dynamic import.
export { ActionBar } from '#web/sitters/public/action-bar.tsx'
export { BookingBox } from '#web/sitters/public/booking-box.tsx'
export { Facts } from '#web/sitters/public/facts.tsx'
export { Reviews } from '#web/sitters/public/reviews.tsx'
