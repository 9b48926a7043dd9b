-- What the operator chose for the page at /, where the setting LANDING_PAGE does not fix it. One row.
create table private.landing_choice (
	is_only boolean primary key default true check (is_only),
	kind text not null default 'sign-in' check (kind in ('sign-in', 'plaudit', 'wall')),
	wall_id uuid references public.walls (id) on delete set null
);
create index landing_choice_wall_id on private.landing_choice (wall_id);
insert into private.landing_choice default values;
alter table private.landing_choice enable row level security;
alter table private.landing_choice force row level security;
grant select, update on private.landing_choice to product_door;
