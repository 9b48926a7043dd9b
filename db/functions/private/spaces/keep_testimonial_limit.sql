-- Refuses testimonials that members add or import beyond the limit of their space. What visitors send is always taken.
create or replace function private.keep_testimonial_limit() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
declare
	most int;
begin
	select l.testimonials into most
	from private.space_limits l
	where l.space_id in (select a.space_id from added a where a.source <> 'form')
		and l.testimonials < (select count(*) from public.testimonials t where t.space_id = l.space_id)
	limit 1;
	if found then
		raise exception using errcode = 'QUOTA', message = format('This space may have %s testimonials, a limit that the operator of this server set. Visitors can still send theirs.', most);
	end if;
	return null;
end
$$;
