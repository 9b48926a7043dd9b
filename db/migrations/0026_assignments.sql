-- The member who looks after a testimonial: one of its space, and nobody once that member leaves.
alter table public.testimonials
	add column assigned_to uuid,
	add constraint testimonials_assigned_to_fkey foreign key (space_id, assigned_to) references public.space_members (space_id, user_id)
		on delete set null (assigned_to);
create index testimonials_assigned on public.testimonials (space_id, assigned_to, submitted_at desc, id desc) where assigned_to is not null;
grant update (assigned_to) on public.testimonials to authenticated;

-- A saved view may name the member.
alter table public.saved_views drop constraint saved_views_filter_check,
	add constraint saved_views_filter_check check (
		octet_length(filter::text) <= 4096 and jsonb_typeof(filter) = 'object' and jsonb_typeof(filter -> 'view') is not distinct from 'string'
		and filter - '{view,forms,kinds,ratings,tag,assigned,langs,from,to,q,sort}'::text[] = '{}'
	);
