import { isIPv6 } from 'node:net'

const MAPPED = /^::ffff:(?=\d+\.)/iu

/** The address that a request comes from; none once its sender is gone, whatever the type of `ip` says. */
export const addressOf = ({ ip }: { ip: string | undefined }): string => ip ?? ''

/**
 * Whom an address is counted as: an IPv4 address is one visitor; of IPv6 whoever has one has its whole /64, 2^64
 * addresses to come from.
 */
export function networkOf(address: string): string {
  const plain = address.replace(MAPPED, '')
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.toLowerCase().split('%')[0]!.split('::')
  const [before, after] = [head, tail ?? ''].map((part) => part.split(':').filter(Boolean))
  const zeros = Array(Math.max(0, 8 - before!.length - after!.length)).fill('0')
  const groups = [...before!, ...zeros, ...after!].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
