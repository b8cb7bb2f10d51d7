-- What a file tells of all reports and keywords is read from an index alone: of each it told most, and the rest was looked
-- up in 3 kB a row. Neither the id nor the user of a report changes, so no save writes more for it.
drop index reports_standing;
create index reports_standing on reports (proposal_id, status)
  include (science_score, technical_score, rank, id, user_id);

drop index proposal_keywords_proposal;
create index proposal_keywords_proposal on proposal_keywords (proposal_id, position) include (keyword_id, keyword_other);
