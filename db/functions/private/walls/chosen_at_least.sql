-- The number of public testimonials of a space that the rules of a wall select, without those in `without`. At most a thousand rows are
-- read: those with one of the tags, those since the day, or the first ones of a wall. `is_least` says that more may be selected.
create or replace function private.chosen_at_least(
	space uuid, kinds text[], forms uuid[], tags uuid[], since date, without uuid[], out chosen int, out is_least boolean
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	most constant int := 1000;
	tagged bigint;
	recent int;
begin
	tagged := case when tags is not null then (select coalesce(sum(c.number), 0) from private.counted_parts(space, 't') c where c.key = any (tags)) end;
	if tagged <= most then
		select count(*), false into chosen, is_least from public.testimonials t
		where t.space_id = space and t.id = any (array(select g.testimonial_id from public.testimonial_tags g where g.space_id = space and g.tag_id = any (tags)))
			and t.is_public and t.id <> all (without)
			and (kinds is null or t.kind = any (kinds)) and (forms is null or t.form_id = any (forms))
			and (since is null or t.submitted_at >= since);
		return;
	end if;
	recent := case when since is not null then (select count(*) from (
		select from public.testimonials t where t.space_id = space and t.submitted_at >= since limit most + 1) r) end;
	if recent <= most then
		select count(*), false into chosen, is_least from public.testimonials t
		where t.space_id = space and t.submitted_at >= since and t.is_public and t.id <> all (without)
			and (kinds is null or t.kind = any (kinds)) and (forms is null or t.form_id = any (forms))
			and (tags is null or exists (select from public.testimonial_tags g
				where g.space_id = space and g.testimonial_id = t.id and g.tag_id = any (tags)));
		return;
	end if;
	select count(*) filter (where f.id <> all (without)
		and (kinds is null or f.kind = any (kinds)) and (forms is null or f.form_id = any (forms))
		and (since is null or f.submitted_at >= since)
		and (tags is null or exists (select from public.testimonial_tags g
			where g.space_id = space and g.testimonial_id = f.id and g.tag_id = any (tags))))
	into chosen from (
		select t.id, t.kind, t.form_id, t.submitted_at from public.testimonials t
		where t.space_id = space and t.is_public order by t.is_pinned desc, t.approved_at desc, t.id desc limit most) f;
	is_least := exists (select from public.testimonials t where t.space_id = space and t.is_public
		order by t.is_pinned desc, t.approved_at desc, t.id desc offset most limit 1);
end
$$;
