-- A scenario covers all grids of its term. In the grids that it left out, it holds what is assigned there now.
insert into scenario_items (scenario_id, sample_id, proposal_id, priority)
select s.id, a.sample_id, a.proposal_id, a.priority
from scenarios s
join proposals p on p.term_id = s.term_id
join assignments a on a.proposal_id = p.id
join samples sm on sm.id = a.sample_id
where s.grid <> case sm.sample_type when 2 then 2 when 3 then 3 when 4 then 4 else 1 end
on conflict do nothing;

-- Names are unique in a term: those that were used in several grids get the grid and the id.
update scenarios s set name = left(s.name, 60) || ' (' ||
  case s.grid when 1 then 'Particle and Aggregate' when 2 then 'Gas' when 3 then 'Previously allocated' else 'Contact pad' end
  || ', ' || s.id || ')'
where exists (
  select from scenarios o where o.term_id = s.term_id and lower(o.name) = lower(s.name) and o.id <> s.id
);

drop index scenarios_name;
alter table scenarios drop column grid;
create unique index scenarios_name on scenarios (term_id, lower(name));

-- The figures of a scenario when its assignments were last saved, with the benefit of each proposal in thousandths: readers do
-- not see that of a proposal with which they have a conflict of interest. Null for scenarios of earlier versions.
alter table scenarios add column figures jsonb;
