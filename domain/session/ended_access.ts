/** What ends with a user's access, as far as texts name it. */
export interface EndedAccess {
  sessions: number
  api_tokens: number
}

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`
const ownTokens = (count: number) => (count === 1 ? 'API token' : counted(count, 'API token'))

/** Before it ends, of what does it: 'ends their sessions and revokes their 2 API tokens for good'. */
export const endsAccessText = ({ api_tokens }: Pick<EndedAccess, 'api_tokens'>): string =>
  api_tokens === 0
    ? 'ends their sessions'
    : `ends their sessions and revokes their ${ownTokens(api_tokens)} for good`

/** After it has ended, as a second sentence; '' where nothing was open. */
export function endedAccessText({ sessions, api_tokens }: EndedAccess): string {
  const did = [
    ...(sessions > 0 ? [`ended ${counted(sessions, 'session')}`] : []),
    ...(api_tokens > 0 ? [`revoked ${counted(api_tokens, 'API token')} for good`] : []),
  ]
  return did.length > 0 ? ` This ${did.join(' and ')}.` : ''
}

/** For the user whose tokens they were; '' without any. */
export const revokedTokensText = ({ api_tokens }: Pick<EndedAccess, 'api_tokens'>): string => {
  if (api_tokens === 0) return ''
  return `Your ${ownTokens(api_tokens)} ${api_tokens === 1 ? 'was' : 'were'} revoked for good.`
}
