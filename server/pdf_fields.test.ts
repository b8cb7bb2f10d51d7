import { expect, test } from 'vitest'
import { createDistinctScene } from './testing/distinct/scene.ts'
import { unfiller } from './testing/distinct/values.ts'
import { pdfText } from './testing/pdf.ts'
import { withServer } from './testing/test_server.ts'

/** The lines of each PDF, with the columns of the objects whose values stand in them. */
const PDFS: Record<string, string> = {
  '/api/reports/download_reports/:first': `
    Report on proposal {proposal.id}
    Term AO7
    Title {proposal.title}
    Reviewer {first.name}
    Submit Date {first.submitted_at} 12:34 UTC, on time
    Rank {first.rank}
    Science Score 5 (Excellent)
    Technical Score 2 (Fair)
    Science Comment Strength
    {first.science_comment_strength}
    Science Comment Weakness
    {first.science_comment_weakness}
    Technical Comment Strength
    {first.technical_comment_strength}
    Technical Comment Weakness
    {first.technical_comment_weakness}`,
  '/api/proposals/download_proposal/:proposal': `
    {proposal.title}
    Proposal ID {proposal.id}
    Term AO7
    Name {proposer.name}
    Affiliation {proposer.affiliation}
    E-mail {proposer.email}
    Early career Graduate student
    Previous Status AO6
    Collaborators {proposal_collaborator0.name} / {proposal_collaborator0.affiliation} ({proposal_collaborator0.email})
    {proposal_collaborator1.name} / {proposal_collaborator1.affiliation} ({proposal_collaborator1.email})
    Status Submitted
    Submitted {proposal.submitted_at} 12:34 UTC
    Attached PDF {proposal.original_file_name}
    Abstract
    {proposal.abstract}
    Keywords
    {keyword.name}, Aqueous alteration
    Analysis methods
    {method.name}, SEM-EDS
    Remarks
    {proposal.properties}
    Sample amount rationale
    1a Why is this amount needed? Name the smallest that answers the question.
    {proposal.sample_description_1_1}
    1b How was it worked out: detection limits, repeats, losses?
    {proposal.sample_description_1_2}
    Flexibility
    2a Could another sample of the same kind serve?
    {proposal.sample_description_2_1}
    2b Could a smaller amount serve, and what would be lost?
    {proposal.sample_description_2_2}
    2c Could another kind, chamber or dish serve?
    {proposal.sample_description_2_3}
    Additional details
    3.1 What else must the curators know before they hand the samples out?
    {proposal.sample_description_3_1}
    Effects after analysis
    What does each analysis leave: intact, altered, contaminated, consumed?
    {proposal.post_analysis_alternation}
    Handling facility and tools
    Where, with which tools and in which atmosphere?
    {proposal.methods_to_handle_of_sample}
    Transfer protocol
    Remarks How should the samples travel?
    {proposal.environmental_condition_other}
    Conditions Standard container OK
    Requested samples
    Priority Database Type Sample Size or weight Chamber /
    dish
    Bottles Number
    1 Ryugu Particle {particle.name} {particle.weight} mg - - -
    2 Ryugu Aggregate Any 1.537 mm C - 4
    3 Ryugu Gas Any - - 3 -
    4 Bennu Particle Any 0.26 mg 8 - 5
    Total requested 5.6 mg`,
}

/** Stands for when it is made, and at the foot of each page. */
const FURNITURE = /^Exported |\d \/ \d$/u

test('every field of a PDF has the value of its label, and no other', () =>
  withServer(async (server) => {
    const { actors, ids, sources } = await createDistinctScene(server)
    // A label of a report's field is no value here.
    const unfill = unfiller(new Map([...sources].filter(([, source]) => !source.endsWith(':'))))
    const { request } = await server.as(actors.admin)
    for (const [path, lines] of Object.entries(PDFS)) {
      const reply = await request(
        'GET',
        path.replace(/:(\w+)/u, (_, name) => String(ids[name])),
      )
      const text = (await pdfText(reply.rawPayload))
        .split('\n')
        .filter((line) => line && !FURNITURE.test(line))
      expect.soft(text.map(unfill), path).toEqual(lines.trim().split(/\n */u))
    }
  }))
