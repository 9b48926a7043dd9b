-- Appends up to `most` entries of histories to the log, the oldest first, and returns their numbers and leaves: the first step of a checkpoint, which
-- the same transaction must make. Only one transaction at a time gets further than the lock.
create or replace function private.number_entries(most int) returns table (number bigint, leaf bytea)
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
	last bigint;
begin
	perform pg_advisory_xact_lock(hashtextextended('proof log', 7268433));
	select coalesce(max(l.number), 0) into last from private.proof_log l;
	return query
		with due as (
			-- An entry that is being erased is left out.
			select e.space_id, e.testimonial_id, e.seq, e.at, e.hash from public.testimonial_events e
			where e.log_number is null order by e.at limit most for update skip locked
		), numbered as (
			select d.*, last + row_number() over (order by d.at, d.testimonial_id, d.seq) as log_number from due d
		), mapped as (
			update public.testimonial_events e set log_number = n.log_number
			from numbered n where e.space_id = n.space_id and e.testimonial_id = n.testimonial_id and e.seq = n.seq
		)
		insert into private.proof_log (number, leaf)
		-- RFC 9162, section 2.1.1: the hash of a leaf begins with a zero byte.
		select n.log_number, sha256('\x00'::bytea || n.hash) from numbered n order by n.log_number
		returning number, leaf;
end
$$;

grant execute on function private.number_entries(int) to service_role;
