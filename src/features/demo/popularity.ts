/** Factors for the number of votes on deals of a category. */
const appeals: Record<string, number> = {
  'graphics-cards': 1.9,
  processors: 1.4,
  monitors: 1.6,
  'solid-state-drives': 1.7,
  'external-drives': 1.5,
  'hard-drives': 1.2,
  memory: 1.2,
  keyboards: 1.2,
  mice: 1.3,
  headphones: 1.4,
  motherboards: 0.8,
  networking: 0.5,
  'battery-backup': 0.4,
  'optical-drives': 0.4,
  'sound-cards': 0.5,
  'thermal-paste': 0.6,
  'case-fans': 0.7,
  televisions: 1.5,
};

/** The factor of a category; 1 for those not listed. */
export function popularityOf(category: string): number {
  return appeals[category] ?? 1;
}
