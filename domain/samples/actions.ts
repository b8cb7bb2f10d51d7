/** What happens to the catalogue, as the audit log names it. */
export const sampleActions = {
  'sample.add': 'Samples added',
  'sample.import': 'Samples imported',
} as const
