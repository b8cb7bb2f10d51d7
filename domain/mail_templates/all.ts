import { apiTokenTemplates } from '../api_tokens/mail_templates.ts'
import { applicantTemplates } from '../applicants/mail_templates.ts'
import { conflictTemplates } from '../conflicts/mail_templates.ts'
import { inventoryTemplates } from '../custody/inventories/mail_templates.ts'
import { loanTemplates } from '../custody/loans/mail_templates.ts'
import { discussionTemplates } from '../discussions/mail_templates.ts'
import { impersonationTemplates } from '../impersonation/mail_templates.ts'
import type { MailTemplate, ValuesOf } from '../mail_merge.ts'
import { masterTemplates } from '../masters/mail_templates.ts'
import { meetingTemplates } from '../meetings/mail_templates.ts'
import { proposalTemplates } from '../proposals/mail_templates.ts'
import { reportTemplates } from '../reports/mail_templates.ts'
import { resultTemplates } from '../results/mail_templates.ts'
import { reviewerProfileTemplates } from '../reviewer_profiles/mail_templates.ts'
import { sessionTemplates } from '../session/mail_templates.ts'
import { staffTemplates } from '../staff/mail_templates.ts'
import { userTemplates } from '../users/mail_templates.ts'
import { webHookTemplates } from '../web_hooks/mail_templates.ts'

/** The template of every mail that the system writes, with its original words, in the order of the list. */
export const MAIL_TEMPLATES = {
  ...userTemplates,
  ...apiTokenTemplates,
  ...sessionTemplates,
  ...masterTemplates,
  ...impersonationTemplates,
  ...webHookTemplates,
  ...applicantTemplates,
  ...proposalTemplates,
  ...staffTemplates,
  ...reviewerProfileTemplates,
  ...reportTemplates,
  ...discussionTemplates,
  ...conflictTemplates,
  ...meetingTemplates,
  ...resultTemplates,
  ...loanTemplates,
  ...inventoryTemplates,
} as const satisfies Record<string, MailTemplate>

export type TemplateName = keyof typeof MAIL_TEMPLATES
export const TEMPLATE_NAMES = Object.keys(MAIL_TEMPLATES) as TemplateName[]
export const isTemplateName = (name: string): name is TemplateName => Object.hasOwn(MAIL_TEMPLATES, name)
export type TemplateValues<T extends TemplateName> = ValuesOf<(typeof MAIL_TEMPLATES)[T]>
