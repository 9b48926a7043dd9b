-- The inbox's filter as a condition on `t`, a row of the space's testimonials; null for a view that does not exist. Literals stand in it, so
-- that a query is planned for them; the testimonials of a rare tag do, too, as an estimate of their number may be far from it.
create or replace function private.search_condition(space uuid, filter jsonb) returns text
language plpgsql stable set search_path = '' as $$
declare
	condition text := case coalesce(filter ->> 'view', 'all')
		when 'all' then 'true'
		when 'starred' then 't.is_pinned'
		when 'archived' then '(t.status = ''archived'' or t.withdrawn_at is not null)'
		when 'pending' then 't.withdrawn_at is null and t.status = ''pending'' and t.spam_state = ''clean'''
		when 'suspect' then 't.withdrawn_at is null and t.status = ''pending'' and t.spam_state <> ''clean'''
		when 'approved' then 't.withdrawn_at is null and t.status = ''approved'''
		when 'rejected' then 't.withdrawn_at is null and t.status = ''rejected'''
	end;
	tagged uuid[];
	ratings constant text[] := array(select jsonb_array_elements_text(filter -> 'ratings'));
begin
	if filter -> 'forms' <> '[]' then
		condition := condition || format(' and t.form_id = any (%L::uuid[])', array(select jsonb_array_elements_text(filter -> 'forms'))::uuid[]);
	end if;
	if filter ->> 'source' is not null then
		condition := condition || format(' and t.source = %L', filter ->> 'source');
	end if;
	if filter -> 'kinds' <> '[]' then
		condition := condition || format(' and t.kind = any (%L::text[])', array(select jsonb_array_elements_text(filter -> 'kinds')));
	end if;
	if ratings <> '{}' then
		condition := condition || format(case when 'none' = any (ratings) then ' and (t.rating = any (%1$L::smallint[]) or t.rating is null)'
			else ' and t.rating = any (%1$L::smallint[])' end, array_remove(ratings, 'none')::smallint[]);
	end if;
	if filter -> 'langs' <> '[]' then
		condition := condition || format(' and split_part(t.locale, ''-'', 1) = any (%L::text[])', array(select jsonb_array_elements_text(filter -> 'langs')));
	end if;
	if filter ->> 'from' is not null then
		condition := condition || format(' and t.submitted_at >= %L', (filter ->> 'from')::timestamptz);
	end if;
	if filter ->> 'to' is not null then
		condition := condition || format(' and t.submitted_at < %L', (filter ->> 'to')::timestamptz);
	end if;
	if filter ->> 'assigned' is not null then
		condition := condition || format(' and t.assigned_to = %L', (filter ->> 'assigned')::uuid);
	end if;
	if filter ->> 'tag' is not null then
		tagged := array(select g.testimonial_id from public.testimonial_tags g
			where g.space_id = space and g.tag_id = (filter ->> 'tag')::uuid limit 301);
		condition := condition || case when cardinality(tagged) <= 300 then format(' and t.id = any (%L::uuid[])', tagged)
			else format(' and exists (select from public.testimonial_tags g
				where g.space_id = %L and g.testimonial_id = t.id and g.tag_id = %L)', space, (filter ->> 'tag')::uuid) end;
	end if;
	if filter -> 'tags' <> '[]' then
		condition := condition || format(' and exists (select from public.testimonial_tags g
			where g.space_id = %L and g.testimonial_id = t.id and g.tag_id = any (%L::uuid[]))', space, array(select jsonb_array_elements_text(filter -> 'tags'))::uuid[]);
	end if;
	if filter -> 'basis' <> '[]' then
		condition := condition || format(' and exists (select from public.verifications v
			where v.space_id = %L and v.testimonial_id = t.id and v.basis = any (%L::text[]))', space, array(select jsonb_array_elements_text(filter -> 'basis')));
	end if;
	-- A testimonial without a live consent counts as private: no one may show it.
	if filter -> 'consent' <> '[]' then
		condition := condition || format(' and coalesce(t.live_scope, ''private'') = any (%L::text[])', array(select jsonb_array_elements_text(filter -> 'consent')));
	end if;
	if filter ->> 'replied' is not null then
		condition := condition || case when (filter ->> 'replied')::boolean then ' and' else ' and not' end
			|| format(' exists (select from public.replies p where p.space_id = %L and p.testimonial_id = t.id)', space);
	end if;
	if filter ->> 'company' is not null then
		condition := condition || format(' and lower(t.author_company) = %L', lower(btrim(filter ->> 'company')));
	end if;
	return condition;
end
$$;
