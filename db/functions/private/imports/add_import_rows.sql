-- Stores the next rows of an import with their outcomes and its progress, all or nothing. `first` is the row after which they begin:
-- another node that went on meanwhile makes it wrong. `others` are rows that were not added: [{row, line, outcome, testimonial_id,
-- problem, heading, reason, cells, split}]; a `reply` is settled when all rows are stored (private.settle_import_answers); `split` is {headline, words} of a duplicate whose title an earlier import may have joined to its
-- words (private.split_title). Outcomes: stored, ended (undone meanwhile), elsewhere (stored by another node).
create or replace function private.add_import_rows(space uuid, import uuid, first int, count int, rows jsonb, others jsonb) returns text
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	i record;
	scope text;
begin
	select x.state, x.done, x.mapping, x.source, x.created_by into i from public.imports x
	where x.space_id = space and x.id = import for update;
	if not found or i.state <> 'running' then
		return 'ended';
	end if;
	if i.done <> first then
		return 'elsewhere';
	end if;
	scope := case i.mapping ->> 'consent' when 'public' then 'public' else 'private' end;
	if jsonb_array_length(rows) > 0 then
		perform private.insert_imported(space, import,
			(select f.id from public.forms f where f.space_id = space and f.id = (i.mapping ->> 'form_id')::uuid),
			coalesce(i.created_by::text, 'system'), scope, private.import_wording(scope = 'public'), i.source, rows);
	end if;
	insert into public.import_rows (space_id, import_id, row, line, outcome, testimonial_id, problem, heading, reason, cells)
	select space, import, x.row, x.line, x.outcome, x.testimonial_id, x.problem, x.heading, x.reason, nullif(x.cells, 'null')
	from jsonb_to_recordset(others) x (row int, line int, outcome text, testimonial_id uuid, problem text, heading text, reason text, cells jsonb);
	perform private.split_title(space, x.testimonial_id, x.split ->> 'headline', x.split ->> 'words')
	from jsonb_to_recordset(others) x (testimonial_id uuid, split jsonb) where x.testimonial_id is not null and x.split ->> 'headline' is not null;
	update public.imports x set done = first + count, added = x.added + jsonb_array_length(rows),
		duplicates = x.duplicates + c.duplicates, refused = x.refused + c.refused, erased = x.erased + c.erased,
		left_out = x.left_out + c.left_out, replies = x.replies + r.replies, pictures = x.pictures + r.pictures
	from (
		select count(*) filter (where o ->> 'outcome' = 'duplicate') as duplicates, count(*) filter (where o ->> 'outcome' = 'refused') as refused,
			count(*) filter (where o ->> 'problem' = 'erased') as erased,
			count(*) filter (where o ->> 'outcome' = 'left_out' and o ->> 'problem' <> 'erased') as left_out
		from jsonb_array_elements(others) o
	) c, (
		select coalesce(sum(jsonb_array_length(e -> 'pictures')), 0) as pictures, count(*) filter (where e -> 'reply' ->> 'body' is not null) as replies
		from jsonb_array_elements(rows) e
	) r
	where x.space_id = space and x.id = import;
	return 'stored';
end
$$;

grant execute on function private.add_import_rows(uuid, uuid, int, int, jsonb, jsonb) to service_role;
