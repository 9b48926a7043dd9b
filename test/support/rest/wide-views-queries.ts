/**
 * 25 tables of 60 columns, each with a reference to the previous one and a chain of 8 views: 200 views. Applied by
 * the superuser.
 */
export const wideViews = `
do $$
declare
	more text := (select string_agg(format('c%s int', n), ', ') from generate_series(3, 60) n);
begin
	for t in 1..25 loop
		execute format('create table public.wide_%s (c1 int primary key, c2 int references public.wide_%s (c1), %s)', t, greatest(t - 1, 1), more);
		execute format('create view public.wide_%s_1 as select * from public.wide_%s', t, t);
		for d in 2..8 loop
			execute format('create view public.wide_%s_%s as select * from public.wide_%s_%s', t, d, t, d - 1);
		end loop;
	end loop;
	grant select on all tables in schema public to anon;
end $$`

export const dropWideViews = `
do $$
begin
	for t in reverse 25..1 loop
		execute format('drop table public.wide_%s cascade', t);
	end loop;
end $$`
