-- Stores rows of an import that answer others as replies, once all rows are stored: a file may have them in any order. `answers` is
-- [{row, to, body, at, is_here, reason}]: `to` is the row that it answers; null with the reason why it has none. Again, it changes nothing.
create or replace function private.settle_import_answers(space uuid, import uuid, answers jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	c record;
begin
	perform from public.imports x where x.space_id = space and x.id = import and x.state = 'running' for update;
	if not found then
		return;
	end if;
	-- Webhooks are told of the end of an import, and not of each reply.
	perform set_config('plaudit.importing', 'on', true);
	with a as materialized (
		select x.row, t.testimonial_id, x.body, x.at, x.is_here, coalesce(x.reason, 'The row that it answers was not added.') as reason
		from jsonb_to_recordset(answers) x (row int, "to" int, body text, at timestamptz, is_here boolean, reason text)
		join public.import_rows r on r.space_id = space and r.import_id = import and r.row = x.row and r.outcome = 'reply' and r.testimonial_id is null
		left join public.import_rows t on t.space_id = space and t.import_id = import and t.row = x."to" and t.outcome = 'added'
	), said as (
		insert into public.replies (space_id, testimonial_id, body, created_at)
		select space, t.id, a.body, coalesce(a.at, t.submitted_at)
		from a join public.testimonials t on t.space_id = space and t.id = a.testimonial_id
		on conflict do nothing
		returning testimonial_id
	), settled as (
		update public.import_rows r set testimonial_id = s.testimonial_id,
			outcome = case when s.testimonial_id is not null then 'reply' when a.is_here then 'duplicate' else 'left_out' end,
			problem = case when s.testimonial_id is not null then null when a.is_here then 'here' else 'answers_nothing' end,
			reason = case when s.testimonial_id is null then a.reason end
		from a left join said s on s.testimonial_id = a.testimonial_id
		where r.space_id = space and r.import_id = import and r.row = a.row
		returning r.outcome
	)
	select count(*) filter (where s.outcome = 'reply') as replies, count(*) filter (where s.outcome = 'duplicate') as duplicates,
		count(*) filter (where s.outcome = 'left_out') as left_out into c from settled s;
	update public.imports x set replies = x.replies + c.replies, duplicates = x.duplicates + c.duplicates, left_out = x.left_out + c.left_out
	where x.space_id = space and x.id = import;
	perform set_config('plaudit.importing', '', true);
end
$$;

grant execute on function private.settle_import_answers(uuid, uuid, jsonb) to service_role;
