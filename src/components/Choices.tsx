import '#src/components/choice.css';
type Props = {
  label: string;
  choices: { label: string; href: string; chosen: boolean }[];
  className?: string;
};

/** A row of links of which one is current: kinds, years, states. They keep the other query parameters. */
export function Choices({ label, choices, className }: Props) {
  return (
    <nav aria-label={label} className={className}>
      <ul className="flex flex-wrap gap-2">
        {choices.map((choice) => (
          <li key={choice.href}>
            <a href={choice.href} aria-current={choice.chosen ? 'true' : undefined} className="choice">
              {choice.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
