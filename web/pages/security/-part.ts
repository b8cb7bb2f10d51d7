import type { Security } from '#domain/session/security.ts'

/** What each part of the screen is handed: how things stand, and what follows a change. */
export interface PartProps {
  of: Security
  done: (reply: { message?: string; recovery_codes?: string[] }) => void | Promise<void>
}
