import type { Loan } from '#domain/custody/loans/contract.ts'

/** Whom a mail about a loan goes to: nobody where its borrower has no account that can be used. */
export const mailedHolder = ({
  borrower_name,
  borrower_email,
}: Pick<Loan, 'borrower_name' | 'borrower_email'>) =>
  borrower_email === '' ? [] : [{ name: borrower_name, email: borrower_email }]
