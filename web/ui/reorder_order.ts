/** The order with one of its keys at another place, kept within the ends. */
export function moved<Key>(order: readonly Key[], key: Key, to: number): Key[] {
  const others = order.filter((one) => one !== key)
  const place = Math.max(0, Math.min(to, others.length))
  return [...others.slice(0, place), key, ...others.slice(place)]
}
