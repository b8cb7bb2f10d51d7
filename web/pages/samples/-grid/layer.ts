/** A sample that is suggested for a request of a proposal, and why; nobody's tick until somebody takes it over. */
export interface Suggested {
  sample_id: number
  proposal_id: number
  priority: number
  reason: string
}

/** The suggestions that lie over a grid, by sample and proposal. */
export class Layer {
  private readonly pairs = new Map<string, Suggested>()

  get size(): number {
    return this.pairs.size
  }
  at = (sample_id: number, proposal_id: number): Suggested | null =>
    this.pairs.size === 0 ? null : (this.pairs.get(`${sample_id} ${proposal_id}`) ?? null)
  all = (): Suggested[] => [...this.pairs.values()]
  of = (proposal_id: number): Suggested[] => this.all().filter((one) => one.proposal_id === proposal_id)

  /** Replaces what was suggested. */
  put(suggested: readonly Suggested[]) {
    this.pairs.clear()
    for (const one of suggested) this.pairs.set(`${one.sample_id} ${one.proposal_id}`, one)
  }

  drop({ sample_id, proposal_id }: Pick<Suggested, 'sample_id' | 'proposal_id'>) {
    this.pairs.delete(`${sample_id} ${proposal_id}`)
  }
}
