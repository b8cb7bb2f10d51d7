export type CheckState = 'good' | 'warning' | 'bad'

/** One line of `npm run admin -- check` and of the System page. `advice` is empty when there is nothing to do. */
export interface Check {
  name: string
  state: CheckState
  detail: string
  advice: string
}

/** The check of the backups, which the Dashboard speaks of by itself. */
export const BACKUP_CHECK = 'Backup'
/** The check of the mail queue. The System page shows each viewer the count of the mails that they may see. */
export const MAIL_CHECK = 'E-mail'
