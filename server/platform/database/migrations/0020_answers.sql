-- Which request of its proposal a person chose a sample to answer, by its priority; null: the one it fits best.
alter table assignments add column priority smallint check (priority > 0);
