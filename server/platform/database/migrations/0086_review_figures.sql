-- How many reports on a proposal are submitted, their plain averages and their totals, so that lists show and sort by them
-- without reading the reports. Whatever is written here, the trigger puts in what the reports say: no statement can store another figure.
create table review_figures (
  proposal_id integer primary key references proposals on delete cascade,
  -- Reports with status 3, Submitted.
  submitted integer not null default 0,
  science_score double precision,
  technical_score double precision,
  -- Science plus technical score.
  total double precision,
  -- The standard deviation of two or more totals.
  spread double precision,
  -- The totals, in ascending order.
  totals smallint[] not null default '{}'
);

-- The row is locked when this runs, so that of two reports submitted at once the second one sees the first.
create function keep_review_figures() returns trigger language plpgsql as $$
begin
  select count(*),
    sum(r.science_score)::float8 / nullif(count(r.science_score), 0),
    sum(r.technical_score)::float8 / nullif(count(r.technical_score), 0),
    sum(r.science_score + r.technical_score)::float8 / nullif(count(r.science_score + r.technical_score), 0),
    case when count(r.science_score + r.technical_score) > 1 then stddev_pop(r.science_score + r.technical_score) end,
    coalesce(array_agg((r.science_score + r.technical_score)::smallint order by r.science_score + r.technical_score)
      filter (where r.science_score + r.technical_score is not null), '{}')
  into new.submitted, new.science_score, new.technical_score, new.total, new.spread, new.totals
  from reports r where r.proposal_id = new.proposal_id and r.status = 3;
  return new;
end $$;
create trigger review_figures_keep before insert or update on review_figures
  for each row execute function keep_review_figures();

create function count_report() returns trigger language plpgsql as $$
begin
  insert into review_figures (proposal_id)
  select id from proposals where id = coalesce(new.proposal_id, old.proposal_id)
  on conflict (proposal_id) do update set submitted = 0;
  return null;
end $$;
create trigger reports_added after insert on reports
  for each row when (new.status = 3) execute function count_report();
create trigger reports_changed after update of status, science_score, technical_score on reports
  for each row when ((old.status = 3 or new.status = 3)
    and (old.status, old.science_score, old.technical_score) is distinct from (new.status, new.science_score, new.technical_score))
  execute function count_report();
create trigger reports_removed after delete on reports
  for each row when (old.status = 3) execute function count_report();

insert into review_figures (proposal_id)
select distinct proposal_id from reports where status = 3;
