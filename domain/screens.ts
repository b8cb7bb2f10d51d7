import {
  type Access,
  catalogueReaders,
  custodians,
  everyone,
  office,
  reviewers,
  staff,
  withDashboard,
} from './access.ts'

const screen = <Path extends string>(path: Path, access: Access, title: string) => ({ path, access, title })
const proposer = ['proposer'] as const
const reviewer = ['reviewer'] as const

/** Every screen of the system; the guard, the title and the menu read it. */
export const SCREENS = [
  screen('/login', 'public', 'Astromaterials Sample AO System'),
  screen('/403', 'public', 'Forbidden'),
  screen('/denied', 'public', 'Forbidden'),
  screen('/404', 'public', 'Not Found'),
  screen('/request', 'public', 'Password reset request'),
  screen('/password/reset/$token', 'public', 'Password reset confirmation'),
  screen('/applicants/create', 'public', 'Registration Form (Notice of Intent)'),
  screen('/applicants/confirm', 'public', 'Notice of Intent confirm'),
  screen('/password', everyone, 'Change Password'),
  screen('/security', everyone, 'Sign-in and security'),
  screen('/mypage', proposer, 'Home'),
  screen('/mypage/samples', everyone, 'My samples'),
  screen('/', withDashboard, 'Dashboard'),
  screen('/proposers', staff, 'Proposer List'),
  screen('/proposers/collaborators', staff, 'Proposer & Collaborator List'),
  screen('/proposers/detail/$id', staff, 'Proposer Detail'),
  screen('/proposers/applicant', office, 'Applicant List'),
  screen('/proposers/applicant/detail/$id', office, 'Applicant Detail'),
  screen('/proposers/applicant/edit/$id', office, 'Registration Form (Notice of Intent)'),
  screen('/proposals', staff, 'Proposal List'),
  screen('/proposals/reviewers', staff, 'Proposal Reviewers List'),
  screen('/proposals/assigned_samples', staff, 'Assigned Sample List'),
  screen('/proposals/leads', office, 'Speakers'),
  screen('/proposals/detail/$id', staff, 'Proposal Detail'),
  screen('/proposals/edit/$id', proposer, 'Proposal edit'),
  screen('/proposals/myproposal', proposer, 'MyProposal'),
  screen('/proposals/shared/$id', everyone, 'Shared proposal'),
  screen('/proposals/oldProposal/$id', proposer, 'Proposals from the past'),
  screen('/proposals/assigned_proposals', reviewer, 'Assigned Proposals'),
  screen('/meetings', staff, 'Meetings'),
  screen('/meetings/$id', staff, 'Panel Meeting'),
  screen('/meetings/$id/wall', staff, 'Panel Meeting, Wall'),
  screen('/reviewers', staff, 'Reviewer List'),
  screen('/reviewers/late', staff, 'Late reports'),
  screen('/reviewers/assign', staff, 'Assign Reviewers'),
  screen('/reviewers/conflicts', office, 'Conflicts of Interest'),
  screen('/reviewers/detail/$id', staff, 'Reviewer Detail'),
  screen('/reports/detail/$id', reviewers, 'Report detail'),
  screen('/reports/edit/$id', reviewers, 'Report edit'),
  screen('/reports/answer/$token', 'public', 'Review request'),
  screen('/conflicts/answer/$token', 'public', 'A question about conflicts of interest'),
  screen('/myprofile', everyone, 'Edit Profile'),
  screen('/users', office, 'User List'),
  screen('/users/detail/$id', office, 'User Detail'),
  screen('/users/edit/$id', office, 'Edit User'),
  screen('/users/add', office, 'Add User'),
  screen('/information', custodians, 'Information'),
  screen('/information/add', office, 'Add Information'),
  screen('/information/edit/$id', office, 'Edit Information'),
  screen('/information/show/$id', everyone, 'Announcement'),
  screen('/masters', office, 'Master'),
  screen('/masters/keywords', office, 'Keyword Master'),
  screen('/masters/keywords/add', office, 'Add Keyword'),
  screen('/masters/keywords/edit/$id', office, 'Edit Keyword'),
  screen('/masters/methods', office, 'Analysis Method Master'),
  screen('/masters/methods/add', office, 'Add Analysis Method'),
  screen('/masters/methods/edit/$id', office, 'Edit Analysis Method'),
  screen('/masters/organisations', office, 'Organisation Master'),
  screen('/masters/organisations/affiliations', office, 'Affiliations'),
  screen('/masters/organisations/add', office, 'Add Organisation'),
  screen('/masters/organisations/edit/$id', office, 'Edit Organisation'),
  screen('/masters/terms', office, 'Terms'),
  screen('/masters/terms/add', office, 'Terms'),
  screen('/masters/terms/edit/$id', office, 'Terms'),
  screen('/masters/settings', office, 'Settings'),
  screen('/masters/mail-templates', office, 'Mail Templates'),
  screen('/masters/mail-templates/$name', office, 'Mail Template'),
  screen('/samples', catalogueReaders, 'Sample List'),
  screen('/samples/import', office, 'Import samples'),
  screen('/samples/assign', staff, 'Assign Samples'),
  screen('/samples/assign/particle', staff, 'Particle and Aggregate'),
  screen('/samples/assign/gas', staff, 'Gas'),
  screen('/samples/assign/contact_pad', staff, 'Contact pad particle'),
  screen('/samples/assign/processed', staff, 'Previously allocated'),
  screen('/samples/assigned', staff, 'Assigned Sample List'),
  screen('/samples/scenarios', staff, 'Scenarios'),
  screen('/samples/history/$id', catalogueReaders, 'Sample history'),
  screen('/results', staff, 'Results'),
  screen('/loans', custodians, 'Loans'),
  screen('/loans/$id', custodians, 'Loan'),
  screen('/loans/$id/packing', custodians, 'Packing'),
  screen('/pieces', custodians, 'Pieces'),
  screen('/pieces/$id', everyone, 'Piece'),
  screen('/inventories', custodians, 'Inventories'),
  screen('/inventories/$id', custodians, 'Inventory'),
  screen('/publications', custodians, 'Publications'),
  screen('/group-mail', office, 'Group Mail'),
  screen('/group-mail/detail/$id', office, 'Group Mail'),
  screen('/group-mail/add', office, 'Add Group Mail'),
  screen('/group-mail/edit/$id', staff, 'Edit Group Mail'),
  screen('/mail-log', office, 'Mail log'),
  screen('/audit-log', office, 'Audit log'),
  screen('/system', office, 'System'),
  screen('/system/tokens', office, 'API tokens'),
  screen('/system/changes', office, 'Changes'),
  screen('/system/web-hooks', office, 'Web hooks'),
  screen('/system/web-hooks/add', office, 'Add web hook'),
  screen('/system/web-hooks/edit/$id', office, 'Edit web hook'),
  screen('/system/web-hooks/deliveries', office, 'Deliveries of web hooks'),
  screen('/guide', everyone, 'Guide'),
] as const

/** The path of a screen, with $names for its parameters. */
export type ScreenPath = (typeof SCREENS)[number]['path']
/** The path of a screen without parameters. */
export type PlainPath = Exclude<ScreenPath, `${string}$${string}`>

/** A screen: its path, who may open it, its title. */
export interface Screen {
  path: ScreenPath
  access: Access
  title: string
}

/** The screen at an address, or null: an exact path first, then one with parameters. */
export function screenAt(pathname: string): Screen | null {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/u, '').toLowerCase() : pathname
  const parts = path.split('/')
  const fits = (screen: Screen) => {
    const wanted = screen.path.toLowerCase().split('/')
    return (
      wanted.length === parts.length &&
      wanted.every((part, i) => part === parts[i] || (part.startsWith('$') && parts[i] !== ''))
    )
  }
  return SCREENS.find((s) => s.path.toLowerCase() === path) ?? SCREENS.find(fits) ?? null
}

/**
 * The side menu, in its order; an item shows to those who may open its screen, or `only` to some of them. `apart`: under a
 * thin line, which the first of them has. `also`: where else the item is the present one.
 */
export const MENU = [
  { label: 'Dashboard', path: '/' },
  { label: 'Home', path: '/mypage' },
  { label: 'Applicant', path: '/proposers/applicant' },
  { label: 'Proposer', path: '/proposers' },
  { label: 'Proposal', path: '/proposals' },
  { label: 'Assigned Proposals', path: '/proposals/assigned_proposals' },
  { label: 'MyProposal', path: '/proposals/myproposal' },
  { label: 'MyProfile', path: '/myprofile', only: proposer },
  { label: 'Reviewer', path: '/reviewers' },
  { label: 'Sample', path: '/samples' },
  { label: 'User', path: '/users' },
  { label: 'Information', path: '/information', only: office },
  { label: 'Master', path: '/masters' },
  { label: 'Group Mail', path: '/group-mail' },
  { label: 'Result', path: '/results', apart: true },
  { label: 'Loan', path: '/loans', apart: true, also: ['/pieces', '/inventories', '/publications'] },
  { label: 'System', path: '/system', apart: true },
] as const satisfies readonly {
  label: string
  path: PlainPath
  only?: Access
  apart?: true
  also?: readonly string[]
}[]
