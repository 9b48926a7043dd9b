-- Adds to the count of one entry in the history of a space: work that is done in pieces of one run is one entry.
create or replace function private.count_space_event(space uuid, kind text, actor uuid, run uuid, more int) returns void
language sql volatile set search_path = '' as $$
	insert into public.space_events as e (space_id, kind, actor, detail) values ($1, $2, $3, jsonb_build_object('run', $4, 'testimonials', $5))
	on conflict (space_id, (detail ->> 'run')) where detail ? 'run'
	do update set detail = jsonb_set(e.detail, '{testimonials}', to_jsonb((e.detail ->> 'testimonials')::int + $5))
$$;
