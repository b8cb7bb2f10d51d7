import { useQueryClient } from '@tanstack/react-query'

/** For a command that failed: what is on the screen may have changed since it was read. */
export function useReadAgain() {
  const queries = useQueryClient()
  return () => void queries.invalidateQueries()
}
