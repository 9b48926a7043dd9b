-- How often forms and walls were seen, by day in UTC: counts alone, nothing about any person.
create table private.daily_views (
	space_id uuid not null references public.spaces (id) on delete cascade,
	day date not null,
	-- Exactly one of the two.
	form_id uuid,
	wall_id uuid,
	form_views bigint not null default 0,
	-- Visitors who typed or chose something.
	starts bigint not null default 0,
	wall_views bigint not null default 0,
	embed_views bigint not null default 0,
	check (num_nonnulls(form_id, wall_id) = 1),
	unique nulls not distinct (space_id, day, form_id, wall_id),
	foreign key (space_id, form_id) references public.forms (space_id, id) on delete cascade,
	foreign key (space_id, wall_id) references public.walls (space_id, id) on delete cascade
);
create index daily_views_form on private.daily_views (space_id, form_id);
create index daily_views_wall on private.daily_views (space_id, wall_id);
create index daily_views_day on private.daily_views (day);
alter table private.daily_views enable row level security;
alter table private.daily_views force row level security;
grant select, insert, update, delete on private.daily_views to product_door;

create index testimonials_approved on public.testimonials (space_id, approved_at) include (form_id) where status = 'approved';
