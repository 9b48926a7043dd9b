-- Appends an event to the hash chain of a testimonial.
create or replace function private.add_event(space uuid, testimonial uuid, kind text, actor text, detail jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
	last record;
	moment timestamptz := clock_timestamp();
	next int;
begin
	select e.seq, e.hash into last from public.testimonial_events e
	where e.space_id = $1 and e.testimonial_id = $2 order by e.seq desc limit 1;
	next := coalesce(last.seq, 0) + 1;
	insert into public.testimonial_events (space_id, testimonial_id, seq, kind, actor, at, detail, previous_hash, hash)
	values ($1, $2, next, $3, $4, moment, $5, last.hash, private.event_hash(last.hash, $2, next, $3, $4, moment, $5));
end
$$;

alter function private.add_event(uuid, uuid, text, text, jsonb) owner to product_door;
