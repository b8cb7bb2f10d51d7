interface Organisation {
  id: number
  name: string
  ror: string | null
}

/** Why an organisation cannot be a part of another, or null. `below`: the ids of all that are below it. */
export function whyNotParent(
  organisation: Pick<Organisation, 'id'>,
  parent_id: number,
  below: ReadonlySet<number>,
) {
  if (parent_id === organisation.id) return 'An organisation cannot be a part of itself.'
  return below.has(parent_id) ? 'This organisation is a part of the one that you edit.' : null
}

/** Why an organisation cannot be merged into another, or null. `below`: the ids of all that are below the one that goes. */
export function whyNotMerge(from: Organisation, into: Organisation, below: ReadonlySet<number>) {
  if (from.id === into.id) return 'Choose another organisation.'
  if (below.has(into.id))
    return `${into.name} is a part of ${from.name}: merge ${into.name} into ${from.name} instead.`
  return from.ror !== null && into.ror !== null
    ? `Both have a ROR id, so the registry knows them as two: ${from.name} and ${into.name}.`
    : null
}

export const whyNotDeleteOrganisation = (parts: readonly { name: string }[]) =>
  parts.length === 0
    ? null
    : `${parts.map(({ name }) => name).join(', ')} ${parts.length === 1 ? 'is a part' : 'are parts'} of it: choose another parent there first.`
