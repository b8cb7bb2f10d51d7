-- Lists of all terms look at some columns of every proposal, of which each row is 2 kB: an index alone tells them. A change
-- of status, score or rank is seldom, and what is saved most often stands in none of them.
drop index proposals_created;
create index proposals_listed on proposals (term_id, id)
  include (user_id, status, early_career, global_score, rank, folded_title);

-- Who has a report that the viewer may see is told by an index alone: without the proposal in it, each look walked another.
drop index reports_user;
create index reports_user on reports (user_id, status) include (proposal_id);
