/** What happens to scenarios, as the audit log names it. */
export const scenarioActions = {
  'scenario.add': 'Scenario kept',
  'scenario.edit': 'Scenario edited',
  'scenario.delete': 'Scenario deleted',
} as const
