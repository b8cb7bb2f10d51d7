/** Why there is no calendar address to revoke, or null. */
export const whyNotRevoke = (address: object | null): string | null =>
  address === null ? 'You have no calendar address.' : null

/** The name under which programs show the calendar. */
export const CALENDAR_NAME = 'Astromaterials Sample AO'

/** Said before a calendar address is replaced or revoked. */
export const ENDS_CALENDARS =
  'Calendar programs that use the present address will no longer be updated and may report an error. Dates that they have already read may stay until you remove the calendar there.'
