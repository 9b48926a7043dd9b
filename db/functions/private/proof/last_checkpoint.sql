-- The number of the last checkpoint and the hash of its text, with the time by the database's clock; zero and null before the first.
create or replace function private.last_checkpoint() returns table (number bigint, hash bytea, now timestamptz)
language sql volatile security definer set search_path = '' as $$
	select coalesce(c.number, 0), private.hash_text(c.text), clock_timestamp()
	from (values (1)) one left join lateral (select x.number, x.text from private.checkpoints x order by x.number desc limit 1) c on true
$$;

grant execute on function private.last_checkpoint() to service_role;
