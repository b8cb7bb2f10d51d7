/** Stores an item on this device; false where the storage is full or blocked. */
export function storeItem(name: string, value: string): boolean {
  try {
    localStorage.setItem(name, value)
    return true
  } catch {
    return false
  }
}
