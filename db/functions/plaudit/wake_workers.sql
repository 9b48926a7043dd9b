-- Wakes the workers of the node that queues a due job, after its commit (error code PLNOW). NOTIFY would make submissions commit one
-- after another.
create or replace function plaudit.wake_workers() returns trigger
language plpgsql volatile set search_path = '' as $$
begin
	raise info using errcode = 'PLNOW', message = 'plaudit_jobs';
	return null;
end
$$;
