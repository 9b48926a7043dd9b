-- The first items that the rules of a wall's draft select, for members, in the order of walls: the JSON of each as walls show it. `without` are ids
-- that are left out. Rules that select few are read by their indexes, others along the order.
create or replace function public.selection_items(space_id uuid, selection jsonb, without uuid[] default '{}', most int default 24)
returns table (id uuid, item text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
	few constant int := 1000;
	asked constant uuid := selection_items.space_id;
	kinds constant text[] := nullif(array(select jsonb_array_elements_text(selection -> 'kinds')), '{}');
	forms constant uuid[] := nullif(array(select jsonb_array_elements_text(selection -> 'forms')::uuid), '{}');
	tags constant uuid[] := nullif(array(select jsonb_array_elements_text(selection -> 'tags')::uuid), '{}');
	since constant date := selection ->> 'min_date';
	taken constant int := least(greatest(coalesce(most, 24), 1), 100);
	counted bigint;
	tagged bigint;
	candidates uuid[];
	condition text := 't.space_id = $1 and t.is_public and t.id <> all ($6)';
begin
	if asked is null or asked <> all (private.spaces_as('viewer')) then
		raise exception using errcode = '42501', message = 'Only members of a space may see its testimonials.';
	end if;
	select coalesce(sum(c.number), 0) into counted from private.counted_testimonials(asked) c, private.state_parts(c.state) p
	where p.is_public and (kinds is null or p.kind = any (kinds)) and (forms is null or c.form_id = any (forms));
	tagged := case when tags is not null then (select coalesce(sum(c.number), 0) from private.counted_parts(asked, 't') c where c.key = any (tags)) end;
	if counted = 0 or tagged = 0 then
		return;
	end if;
	if kinds is not null then condition := condition || ' and t.kind = any ($2)'; end if;
	if forms is not null then condition := condition || ' and t.form_id = any ($3)'; end if;
	if since is not null then condition := condition || ' and t.submitted_at >= $5'; end if;
	if tagged <= few then
		condition := condition || ' and t.id = any (array(select g.testimonial_id from public.testimonial_tags g where g.space_id = $1 and g.tag_id = any ($4)))';
	elsif tags is not null then
		condition := condition || ' and exists (select from public.testimonial_tags g where g.space_id = $1 and g.testimonial_id = t.id and g.tag_id = any ($4))';
	end if;
	if counted <= few or tagged <= few or since is not null and (select count(*) <= few from (
		select from public.testimonials t where t.space_id = asked and t.submitted_at >= since limit few + 1) r) then
		-- Sorted after they were found: along the order, all others would be read for them.
		condition := format('select f.id from (select t.id, t.is_pinned, t.approved_at from public.testimonials t where %s offset 0) f
			order by f.is_pinned desc, f.approved_at desc, f.id desc limit $7', condition);
	else
		condition := format('select t.id from public.testimonials t where %s order by t.is_pinned desc, t.approved_at desc, t.id desc limit $7', condition);
	end if;
	execute format('select array(%s)', condition) into candidates using asked, kinds, forms, tags, since, without, taken;
	return query
	select c.id, i.item::text from unnest(candidates) with ordinality c (id, place)
	join private.shown_items i on i.space_id = asked and i.testimonial_id = c.id
	order by c.place;
end
$$;

grant execute on function public.selection_items(uuid, jsonb, uuid[], int) to authenticated;
