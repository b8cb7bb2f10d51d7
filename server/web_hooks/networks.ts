import { type LookupAddress, lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { promisify } from 'node:util'
import ipaddr from 'ipaddr.js'

type Address = ReturnType<typeof ipaddr.process>

/** Global unicast addresses of IPv6: all others have a use of their own. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3')

const isIn = (address: Address, [network, bits]: [Address, number]) =>
  address.kind() === network.kind() && address.match(network as never, bits)

const parseNetwork = (text: string): [Address, number] => {
  if (text.includes('/')) return ipaddr.parseCIDR(text)
  const address = ipaddr.parse(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

/**
 * Whether a web hook may be sent to an IP address: public, or in one of the allowed networks. Refused are all others:
 * private, loopback, link local, carrier NAT, multicast, reserved, and those that stand for an IPv4 address, such as of
 * NAT64 and 6to4; an IPv4-mapped one counts as the IPv4 address.
 */
export function mayReach(text: string, allowed: readonly string[]): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  if (allowed.some((network) => isIn(address, parseNetwork(network)))) return true
  return address.range() === 'unicast' && (address.kind() === 'ipv4' || isIn(address, GLOBAL_IPV6))
}

/** All addresses of a host name; throws as node:dns does. */
export type Resolve = (host: string) => Promise<LookupAddress[]>
const lookupAll = promisify(lookup)
export const systemResolve: Resolve = (host) => lookupAll(host, { all: true })

/** The address of a web hook cannot be used; the message is a sentence. */
export class AddressError extends Error {}

export const OWN_NETWORK =
  'This address is not public: web hooks go to public addresses only, unless WEB_HOOK_NETWORKS names the network.'

/** The host of a URL, an IPv6 address without its brackets. */
export const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/gu, '')

/**
 * The IP addresses of the host of a web hook, all of them allowed. Throws AddressError if the host is not known, or if any
 * of its addresses is not allowed.
 */
export async function addressesOf(
  url: URL,
  allowed: readonly string[],
  resolve: Resolve = systemResolve,
): Promise<LookupAddress[]> {
  const host = hostOf(url)
  const found = ipaddr.isValid(host)
    ? [{ address: host, family: ipaddr.parse(host).kind() === 'ipv4' ? 4 : 6 }]
    : await resolve(host).catch(() => {
        throw new AddressError('The host name of this address is not known.')
      })
  if (found.length === 0) throw new AddressError('The host name of this address is not known.')
  if (!found.every(({ address }) => mayReach(address, allowed))) throw new AddressError(OWN_NETWORK)
  return found
}

/** Answers a connection with addresses that were checked, so that the name is not looked up again. */
export const pinnedTo =
  (addresses: LookupAddress[]): LookupFunction =>
  (_, options, callback) =>
    options.all ? callback(null, addresses) : callback(null, addresses[0]!.address, addresses[0]!.family)
