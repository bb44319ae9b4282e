// Brings `toBeVisible()` and the like, to jest and to its types.
import '@testing-library/jest-dom';
