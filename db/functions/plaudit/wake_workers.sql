-- Wakes the workers for a kind of job on the node that queues one, after its commit (error code PLNOW). NOTIFY would make submissions
-- commit one after another.
create or replace function plaudit.wake_workers() returns trigger
language plpgsql volatile set search_path = '' as $$
begin
	raise info using errcode = 'PLNOW', message = 'plaudit_jobs', detail = new.kind;
	return null;
end
$$;
