/** The name under which what is typed into a report's form is kept on this device. */
export const reportDraft = (id: number | string) => `reports/${id}`
